import { deviceChoice } from '../../lib/device-choice.ts'
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts'

/** Whether the resume is beside the letter where there is little room, such as at 200 % zoom. */
const besideChoice = deviceChoice('resumeBeside', false)

/** Opens or closes it; the button that does the opposite takes the focus. */
export function setBeside(on: boolean) {
  besideChoice.set(on)
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-beside]')?.focus())
}

/** Where the resume is beside the letter, and whether that is a choice there. */
export function useBeside() {
  const isWide = useMediaQuery('(min-width: 1100px)')
  const hasChoice = useMediaQuery('(min-width: 40rem)') && !isWide
  const isChosen = besideChoice.use()
  return { isBeside: isWide || (hasChoice && isChosen), hasChoice }
}
