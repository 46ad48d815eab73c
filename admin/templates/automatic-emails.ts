import type { AutomaticEmail } from '#api/core/templates/contract/automatic.ts'

type About = {
  label: string
  /** When it is sent. */
  when: string
  /** What follows the text, whatever it says. */
  added: string[]
}

const why = 'why they get this email'

export const aboutAutomatic: Record<AutomaticEmail, About> = {
  receipt: {
    label: 'Receipt',
    when: 'Sent at once to everyone who applies.',
    added: [
      'position, date and reference',
      'the private link to the application',
      'the answers that were given',
      'what happens next',
      why,
    ],
  },
  link: {
    label: 'Link to an application',
    when: 'Sent to candidates who ask for a new link to their only application.',
    added: ['the private link to the application', why],
  },
  still_reading: {
    label: 'Late answer',
    when: 'Sent once to candidates whose answer is late, while that is turned on in Settings.',
    added: ['the private link to the application', why],
  },
  message: {
    label: 'Message',
    when: 'Sent to candidates when a colleague writes to them on their private page.',
    added: [
      'the message itself, if that is turned on in Settings',
      'the private link to the application',
      why,
    ],
  },
  invitation: {
    label: 'Invitation',
    when: 'Sent to colleagues who get an account, to choose a password.',
    added: ['the link to choose a password', 'how long the link works', why],
  },
  notice: {
    label: 'New application',
    when: 'Sent for each application to the shared address and to colleagues who asked for it.',
    added: ['the facts and answers of the application', 'the link to the application', why],
  },
}
