/** Why emails to the candidate have no link. */
export const noLink = 'no link to the private page is sent to an address that staff entered'
