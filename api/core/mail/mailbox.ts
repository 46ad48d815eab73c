/** The mailbox of an address: ignores tags, case and Gmail's dots. */
export function mailboxOf(email: string): string {
  const [, user = '', domain = ''] = /^([^+]*).*@(.*)$/.exec(email.toLowerCase()) ?? []
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${user.replaceAll('.', '')}@gmail.com` : `${user}@${domain}`
}
