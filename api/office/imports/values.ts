import { instantOf } from '#api/core/calendar/contract/clock.ts'
import type { ApplicationStatus, DateOrder } from '#db/enums.ts'
import { plainName } from './guess.ts'

/** A cell that a program has marked as text, so that a spreadsheet runs no formula, without the mark. */
export const unmarked = (cell: string) => cell.replace(/^'(?=[=+\-@])/, '').trim()

const months = [
  ['jan', 'janv', 'ene', 'january', 'januar', 'janvier', 'enero'],
  ['feb', 'fevr', 'fev', 'february', 'februar', 'fevrier', 'febrero'],
  ['mar', 'marz', 'mrz', 'mars', 'march', 'marzo'],
  ['apr', 'avr', 'abr', 'april', 'avril', 'abril'],
  ['may', 'mai', 'mayo'],
  ['jun', 'juin', 'june', 'juni', 'junio'],
  ['jul', 'juil', 'july', 'juli', 'juillet', 'julio'],
  ['aug', 'aout', 'ago', 'august', 'agosto'],
  ['sep', 'sept', 'september', 'septembre', 'septiembre'],
  ['oct', 'okt', 'october', 'oktober', 'octobre', 'octubre'],
  ['nov', 'november', 'novembre', 'noviembre'],
  ['dec', 'dez', 'dic', 'december', 'dezember', 'decembre', 'diciembre'],
]

const orders: Record<DateOrder, [number, number, number]> = {
  // The places of year, month and day.
  ymd: [0, 1, 2],
  dmy: [2, 1, 0],
  mdy: [2, 0, 1],
}

/** `YYYY-MM-DD` from parts; undefined when there is no such day. */
function dayOf(year: number, month: number, day: number) {
  const whole = year < 100 ? (year > 69 ? 1900 : 2000) + year : year
  const date = new Date(Date.UTC(whole, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return
  return whole >= 1970 && whole < 2200 ? date.toISOString().slice(0, 10) : undefined
}

function dayAndRest(text: string, order: DateOrder): [string, string] | undefined {
  const numbers = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})\.?(?=$|[\sT,])(.*)$/s.exec(text)
  if (numbers) {
    const parts = numbers.slice(1, 4)
    const places = parts[0]!.length === 4 ? orders.ymd : orders[order === 'ymd' ? 'dmy' : order]
    // Two digits first are a year only if the file says so.
    const [year, month, day] = (order === 'ymd' && parts[2]!.length < 4 ? orders.ymd : places).map(
      (place) => Number(parts[place]),
    )
    const found = dayOf(year!, month!, day!)
    return found ? [found, numbers[4]!] : undefined
  }
  const named =
    /^(?:(\d{1,2})\.?\s+(?:de\s+)?(\p{L}+)\.?,?\s+(?:de\s+)?|(\p{L}+)\.?\s+(\d{1,2}),?\s+)(\d{4})\b(.*)$/su.exec(
      text,
    )
  if (!named) return
  const month = months.findIndex((all) => all.includes(plainName(named[2] ?? named[3] ?? '')))
  const found =
    month < 0 ? undefined : dayOf(Number(named[5]), month + 1, Number(named[1] ?? named[4]))
  return found ? [found, named[6]!] : undefined
}

/**
 * A date, with or without a time, as UTC; undefined for anything else. A time without a zone is in the
 * site's, and a day without a time becomes noon there.
 */
export function parseDate(given: string, order: DateOrder, timeZone: string): string | undefined {
  if (given.length > 60) return
  const found = dayAndRest(given.trim(), order)
  if (!found) return
  const [day, rest] = found
  const time =
    /^[\sT,]*(?:um |at |à )?(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(?:Uhr)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?\s*$/i.exec(
      rest,
    )
  if (!time)
    return /^[\s,]*$/.test(rest)
      ? new Date(instantOf(`${day}T12:00:00`, timeZone)).toISOString()
      : undefined
  const half = time[4]?.[0]?.toLowerCase()
  const hour = half ? (Number(time[1]) % 12) + (half === 'p' ? 12 : 0) : Number(time[1])
  if (hour > 23 || Number(time[2]) > 59 || Number(time[3] ?? 0) > 59) return
  const two = (value: string | number) => String(value).padStart(2, '0')
  const clock = `${day}T${two(hour)}:${time[2]}:${time[3] ?? '00'}`
  const zone = time[5]
  if (!zone) return new Date(instantOf(clock, timeZone)).toISOString()
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z'
  const at = new Date(`${clock}${offset}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

const statusWords: Record<ApplicationStatus | 'withdrawn', string[]> = {
  pending: [
    'pending',
    'new',
    'active',
    'open',
    'applied',
    'received',
    'inbox',
    'application review',
    'in process',
    'unassigned',
    'in progress',
    'in review',
    'under review',
    'undecided',
    'unprocessed',
    'neu',
    'offen',
    'aktiv',
    'eingegangen',
    'in bearbeitung',
    'unentschieden',
    'unbearbeitet',
    'prufung',
    'nouveau',
    'nouvelle',
    'actif',
    'active',
    'ouvert',
    'ouverte',
    'recu',
    'recue',
    'en cours',
    'en attente',
    'nuevo',
    'nueva',
    'activo',
    'activa',
    'abierto',
    'abierta',
    'recibido',
    'recibida',
    'pendiente',
    'en proceso',
    'en curso',
  ],
  shortlisted: [
    'shortlisted',
    'shortlist',
    'interview',
    'interviewing',
    'phone interview',
    'phone screen',
    'face to face',
    'preliminary phone screen',
    'offer',
    'vorauswahl',
    'engere auswahl',
    'interessant',
    'gesprach',
    'vorstellungsgesprach',
    'telefoninterview',
    'angebot',
    'preselection',
    'preselectionne',
    'preselectionnee',
    'entretien',
    'offre',
    'preseleccion',
    'preseleccionado',
    'preseleccionada',
    'entrevista',
    'oferta',
  ],
  selected: [
    'selected',
    'hired',
    'accepted',
    'offer accepted',
    'eingestellt',
    'angenommen',
    'zusage',
    'zugesagt',
    'embauche',
    'embauchee',
    'recrute',
    'recrutee',
    'accepte',
    'acceptee',
    'retenu',
    'retenue',
    'contratado',
    'contratada',
    'seleccionado',
    'seleccionada',
    'aceptado',
    'aceptada',
  ],
  rejected: [
    'rejected',
    'declined',
    'disqualified',
    'not selected',
    'unsuccessful',
    'archived',
    'closed',
    'abgelehnt',
    'absage',
    'abgesagt',
    'archiviert',
    'refuse',
    'refusee',
    'rejete',
    'rejetee',
    'non retenu',
    'non retenue',
    'rechazado',
    'rechazada',
    'descartado',
    'descartada',
    'rechazo',
  ],
  withdrawn: [
    'withdrawn',
    'candidate withdrew',
    'withdrew',
    'zuruckgezogen',
    'ruckzug',
    'bewerbung zuruckgezogen',
    'retire',
    'retiree',
    'desistement',
    'retirado',
    'retirada',
    'desistido',
  ],
}

const byWord = new Map(
  Object.entries(statusWords).flatMap(([status, words]) =>
    words.map((word) => [word, status as keyof typeof statusWords] as const),
  ),
)

/** The status that a word means; undefined when it is not known. */
export const statusOf = (word: string) => byWord.get(plainName(word))

/** First and last name of “Mira Ray”, “Ray, Mira” or “Mira de la Ray”. */
export function splitName(name: string): [string, string] {
  const [last, first] = name.split(/,(.*)/s).map((part) => part.trim())
  if (first) return [first, last!]
  const words = name.trim().split(/\s+/)
  if (words.length < 2) return ['', words[0] ?? '']
  const particles =
    /^(?:van|von|vom|zu|zum|zur|de|der|den|del|della|di|da|du|des|la|le|ten|ter|bin|al)$/
  let at = words.length - 1
  while (at > 1 && particles.test(words[at - 1]!)) at--
  return [words.slice(0, at).join(' '), words.slice(at).join(' ')]
}
