import { clock } from '#api/core/calendar/contract/clock.ts'

const second = 1000
const day = 86_400 * second

/** The last second of a `YYYY-MM-DD` day in an IANA zone, such as `2026-03-29T23:59:59+02:00`. */
export function endOfDay(date: string, timeZone: string): string {
  // A search, because that second isn't 23:59:59 where the clocks change at midnight.
  let last = Date.parse(date) - day
  let next = last + 4 * day
  while (next - last > second) {
    const middle = last + Math.floor((next - last) / 2 / second) * second
    // The day as a number: year 10000 sorts before 9999 as text.
    if (Date.parse(clock(middle, timeZone).slice(0, -9)) <= Date.parse(date)) last = middle
    else next = middle
  }
  const shown = clock(last, timeZone)
  const minutes = (Date.parse(`${shown}Z`) - last) / 60 / second
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${shown}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}
