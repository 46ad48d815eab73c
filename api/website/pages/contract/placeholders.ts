/** Text to fill in, as starter pages of this and earlier versions had it; in lower case. */
export const placeholders = [
  '[your ',
  '[company',
  '[name',
  '[address',
  '[email',
  '[e-mail',
  '[phone',
  '[date',
  '[for example',
  '[e.g.',
  '[insert',
  '[todo',
  '[add ',
  'what does your company do, for whom, and since when?',
  'where do people work, with whom, and what do they value about it?',
  '<li>what happens next, and with whom?',
  '<li>when do candidates hear from you?',
] as const

/** Whether text of a template was left as it is. */
export const hasPlaceholder = (html: string): boolean => {
  const text = html.toLowerCase()
  return placeholders.some((one) => text.includes(one))
}
