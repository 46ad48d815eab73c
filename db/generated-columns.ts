import { type SQL, sql } from 'drizzle-orm'

const replaced = (value: string, replacements: [string, string][]) =>
  replacements.reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, value)

/**
 * SQL: both names as they sort. A tab between them sorts before any letter. `folded` is null for
 * names in plain ASCII.
 */
export const sortNameOf = (last: string, first: string, folded: string): SQL =>
  sql.raw(`coalesce(${folded}, lower(${last} || char(9) || ${first}))`)

/** SQL: the mailbox of an address, as `mailboxOf` in api/core/mail/mailbox.ts. */
export const mailboxOf = (email: string): SQL => {
  const lower = `lower(${email})`
  const local = `substr(${lower}, 1, instr(${lower}, '@') - 1)`
  const untagged = `substr(${local}, 1, instr(${local} || '+', '+') - 1)`
  const domain = `substr(${lower}, instr(${lower}, '@') + 1)`
  return sql.raw(
    `case when ${domain} in ('gmail.com', 'googlemail.com') then replace(${untagged}, '.', '') || '@gmail.com' else ${untagged} || '@' || ${domain} end`,
  )
}

/** SQL: the order in which mails leave: passwords, candidates' links, receipts, then letters. */
export const mailPriority = sql.raw(
  `case when kind in ('reset', 'invitation') then 0 when kind in ('link', 'confirmation') then 1 when kind in ('answer', 'still_reading') then 3 else 2 end`,
)

/** SQL: the digits of a phone number as people type it. */
export const digitsOf = (phone: string): string =>
  replaced(
    phone,
    [' ', '\u00a0', '-', '(', ')', '.', '/', '+'].map((mark): [string, string] => [mark, '']),
  )

/** SQL: the last eight digits; the country and trunk prefixes before them vary. */
export const phoneEndOf = (phone: string): SQL => {
  const digits = digitsOf(phone)
  return sql.raw(`case when length(${digits}) >= 8 then substr(${digits}, -8) end`)
}
