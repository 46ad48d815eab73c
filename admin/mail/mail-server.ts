import { queryOptions } from '@tanstack/react-query'
import { api, read } from '../lib/api.ts'

/** Whether a mail server is set up; open to staff who cannot see Mail. */
export const mailServerQuery = queryOptions({
  queryKey: ['mail-server'],
  queryFn: async () => (await read(api.outbox.server.$get())).mail_server,
})

/** Sends a test email to the signed-in person at once and returns the mail server's reply. */
export const sendTestMail = () => read(api.outbox.test.$post())
