// Separate from the schemas, so that small forms need no zod.

export const notAPhone = 'Enter a phone number with its digits, or leave this empty'

/** Free text such as '+353 1 234 5678 (after 16:00)', in the digits of any script. */
export const looksLikePhone = (text: string) => /\p{Nd}/u.test(text)
