/**
 * English: what visitors and candidates read. Data only, so that an island gets its part as props.
 * `{name}` is filled in by `say`, which also picks the plural form for `{n}`.
 */
export const en = {
  /** How dates are written, as a BCP 47 tag. */
  dateLocale: 'en-GB',
  mail: {
    receipt: {
      subject: 'Your application to {site}: {job} (#{reference})',
      heading: 'Thank you for applying',
      greeting: 'Dear {name},',
      greetingWithoutName: 'Hello,',
      received: "We've received your application for “{job}” at {site}.",
      job: 'Position',
      date: 'Received',
      reference: 'Reference',
      next: 'What happens next?',
      steps: [
        'Our team reviews your application within 1-2 business days.',
        'If your profile matches what we are looking for, we will contact you.',
        "You don't need to do anything until then.",
      ],
      reply: 'Need to add or correct something? Just reply to this email.',
      footer:
        "You're receiving this because someone applied to {site} with this email address. If it wasn't you, ignore this email.",
    },
  },
}
