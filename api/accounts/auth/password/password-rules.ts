import { Problem } from '#api/core/http/problem.ts'

type Named = { email: string; first_name: string; last_name: string }

let common: Promise<ReadonlySet<string>> | undefined

/**
 * 49,000 common passwords in lower case. 400 KB, so not in the contract, where browsers would load
 * it too; loaded when the first password is chosen.
 */
const commonPasswords = () => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return common
}

const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

function isNamedAfter(password: string, names: readonly string[]) {
  const given = lettersAndDigits(password)
  return names.map(lettersAndDigits).some((name) => name.length > 2 && name === given)
}

/**
 * Why a password of the right form is too easy to guess; undefined when it is not. All of it is
 * compared, not what it contains (NIST SP 800-63B-4 §3.1.1.2).
 * @param names what it must not consist of: of its owner, of the site
 */
export async function weakness(password: string, names: readonly string[]) {
  const typed = password.toLowerCase()
  if (
    isNamedAfter(
      typed,
      names.map((name) => name.toLowerCase()),
    )
  )
    return 'This is only a name. Use three or four unrelated words.'
  if ((await commonPasswords()).has(typed))
    return 'Many people use this password. Use three or four unrelated words.'
  return undefined
}

/** Names that a user's password must not consist of. */
const namesOf = ({ email, first_name, last_name }: Named) => [
  email,
  email.split('@')[0] ?? '',
  email.split('@')[1] ?? '',
  first_name,
  last_name,
  first_name + last_name,
  last_name + first_name,
]

/** Throws 400 on `field` when the password is too easy to guess, for this person on this site. */
export async function assertStrong(
  field: string,
  password: string,
  person: Named,
  siteName: string,
) {
  const reason = await weakness(password, [...namesOf(person), siteName])
  if (reason) throw Problem.field(400, field, reason)
}
