import { foldLetters } from '#db/fold-letters.ts'

type GuessedPerson = { first_name: string; last_name: string; email: string }

/** Lines in which a name is looked for that the file's name or the address has too. */
const maxLines = 200
/** Lines at the beginning, among which another name may be. */
const maxHeading = 5
const maxName = 100

const address = /[\w.+'-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,5}[a-z]{2,24}/i

/** Words of file names and headings that are no part of a name. */
const others = new Set(
  `cv resume lebenslauf bewerbung bewerbungsunterlagen anschreiben curriculum vitae curriculumvitae
  application profile profil perfil about contact kontakt contacto personal persönliche daten data
  candidature lettre letter cover motivation hoja vida parcours final finale new neu nouveau copy kopie
  version scan signed en de es fr pdf docx doc english deutsch german french spanish engineer
  developer designer manager summary experience education skills`.split(/\s+/),
)
/** Stand before or after a name. */
const titles = new Set(
  'mr mrs ms herr frau monsieur madame señor señora dr prof dipl ing msc bsc mba phd'.split(' '),
)
/** Begin a last name of several words. */
const particles = new Set(
  'van von vom zu zur der den ter ten de da di do dos das del della la le du bin ibn al el'.split(
    ' ',
  ),
)

const letters = (text: string) => foldLetters(text.normalize('NFC')).toLowerCase()

/** What a file says of its sender, for a person to check. Each is empty when it is not found. */
export function guessPerson(fileName: string, text: string): GuessedPerson {
  const email = address.exec(text)?.[0] ?? ''
  const bare = fileName.replace(/\.[^.]+$/, '')
  // JohnSmithResume, but not Ian McKay.
  const stem = wordsOf(/[\s_-]/.test(bare) ? bare : bare.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
  const lines = text
    .split('\n', maxLines)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => nameIn(line.split(/\s[|·•–-]\s|[|·•\t]|, (?=\S+@)/)[0] ?? ''))
  const known = letters(`${stem.join(' ')} ${email.split('@')[0]}`)
  const confirmed = lines.find((words) => words?.some((word) => isIn(known, word)))
  // Bergen, Norway is no name.
  const first = lines.slice(0, maxHeading).find((words) => words && !words[0]?.endsWith(','))
  const found = confirmed ?? (isName(stem) ? stem : first) ?? ofAddress(email)
  return { ...(found ? split(found) : { first_name: '', last_name: '' }), email }
}

const wordsOf = (text: string) =>
  text
    .split(/[\s_.()[\]+-]+|\d+/)
    .filter(
      (word) =>
        word &&
        /^[\p{L}\p{M}'’,]+$/u.test(word) &&
        !others.has(word.toLowerCase()) &&
        !titles.has(word.toLowerCase()),
    )

const isIn = (known: string, word: string) => {
  const folded = letters(word).replace(/,$/, '')
  return folded.length > 2 && known.includes(folded)
}

const isName = (words: readonly string[]) => words.length >= 2 && words.length <= 5

/** The line's words if it looks like a name: a few words with capitals, and nothing else. */
function nameIn(line: string): string[] | undefined {
  if (line.length > 60 || /[\d@:/\\]/.test(line)) return undefined
  const words = line.split(/\s+/)
  const isLike = (word: string) =>
    particles.has(word.toLowerCase()) || /^\p{Lu}[\p{L}\p{M}'’.-]*,?$/u.test(word)
  const plain = (word: string) => word.toLowerCase().replace(/\W+$/, '')
  if (words.some((word) => others.has(plain(word)))) return undefined
  const kept = words.filter((word) => !titles.has(plain(word)))
  return isName(kept) && kept.every(isLike) ? kept : undefined
}

function ofAddress(email: string) {
  const parts = email.split('@')[0]?.split(/[._-]/) ?? []
  return parts.length === 2 && parts.every((part) => /^[a-z]{2,}$/i.test(part)) ? parts : undefined
}

const isUpper = (word: string) =>
  word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()

/** MIRA, mira: as Mira. Others have capitals of their own, such as McKay. */
const capital = (word: string) =>
  isUpper(word) || word === word.toLowerCase()
    ? word.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase())
    : word

function split(given: readonly string[]): Pick<GuessedPerson, 'first_name' | 'last_name'> {
  const [first = '', ...rest] = given
  // Østergård, Mira
  if (first.endsWith(',')) return joined(rest, [first])
  const upper = given.filter(isUpper)
  // ØSTERGÅRD Mira
  if (upper.length === 1 && isUpper(first)) return joined(rest, [first])
  const particle = rest.findIndex((word) => particles.has(word.toLowerCase()))
  const at = particle >= 0 && particle < rest.length - 1 ? particle + 1 : given.length - 1
  return joined(given.slice(0, at), given.slice(at))
}

const joined = (first: readonly string[], last: readonly string[]) => ({
  first_name: asName(first),
  last_name: asName(last),
})

const asName = (words: readonly string[]) =>
  words
    .map((word) => word.replace(/,$/, ''))
    .map((word) => (particles.has(word) ? word : capital(word)))
    .join(' ')
    .slice(0, maxName)
