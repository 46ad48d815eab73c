const dayMs = 86_400_000

/** The day that many working days after today (before it when negative), as `YYYY-MM-DD` in UTC. */
export function workday(count: number, now = Date.now()): string {
  let at = now
  for (let left = Math.abs(count); left > 0; ) {
    at += Math.sign(count) * dayMs
    if (new Date(at).getUTCDay() % 6) left--
  }
  return new Date(at).toISOString().slice(0, 10)
}

/** At that hour in UTC. */
export const atHour = (count: number, hour: number, now = Date.now()) =>
  `${workday(count, now)}T${String(hour).padStart(2, '0')}:00:00.000Z`
