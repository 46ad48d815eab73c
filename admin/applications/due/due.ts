const dayLength = 86_400_000

/** 'today', 'in 2 days', '3 days late'; both are days as `YYYY-MM-DD`. */
export function dueText(day: string, today: string): string {
  const left = Math.round((Date.parse(day) - Date.parse(today)) / dayLength)
  if (left === 0) return 'today'
  const days = `${Math.abs(left)} ${Math.abs(left) === 1 ? 'day' : 'days'}`
  return left > 0 ? `in ${days}` : `${days} late`
}
