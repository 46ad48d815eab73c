import { queryOptions } from '@tanstack/react-query'
import { api, read } from '../lib/api/api.ts'

/** Whether a mail server is set up; open to staff who cannot see Mail. */
export const mailServerQuery = queryOptions({
  queryKey: ['mail-server'],
  queryFn: async () => (await read(api.outbox.server.$get())).mail_server,
})

/** What people who want notices of new applications can expect. */
export const noticeWords = (hasMailServer: boolean) =>
  hasMailServer
    ? {
        saved: 'You will get an email for each new application',
        help: 'You get an email for each one, besides the address in Settings. Beyond 20 an hour, one email is about all the others.',
      }
    : {
        saved: 'Saved. Emails come once a mail server is set up',
        help: 'No mail server is set up yet, so nothing is emailed. New applications are on the dashboard.',
      }

/** Sends a test email to the signed-in person at once and returns the mail server's reply. */
export const sendTestMail = () => read(api.outbox.test.$post())
