import { sql } from 'drizzle-orm'
import { digitsOf } from '#db/generated-columns.ts'

/** SQL: a number's digits without what people vary at its beginning: `+`, leading zeros, `(0)`. */
const digits = (phone: string) =>
  `ltrim(${digitsOf(`replace(replace(${phone}, '(0)', ''), '+', '')`)}, '0')`

/** SQL: one number is the end of the other, which has a country code more. */
const samePhone = (one: string, other: string) =>
  sql.raw(`exists (select 1 from (select ${digits(one)} as one, ${digits(other)} as two)
    where substr(one, -length(two)) = two or substr(two, -length(one)) = one)`)

/** SQL: `other` has the mailbox of `one`; both are names of tables. */
export const sameMailbox = (other: string, one: string) =>
  sql.raw(`${other}.mailbox = ${one}.mailbox and ${other}.id <> ${one}.id`)

/** SQL: it has another mailbox, but the same phone number. */
export const samePhoneOnly = (other: string, one: string) =>
  sql`${sql.raw(`${other}.phone_end = ${one}.phone_end and ${other}.id <> ${one}.id and ${other}.mailbox is not ${one}.mailbox`)}
    and ${samePhone(`${other}.phone`, `${one}.phone`)}`
