import { inline } from '../lib/inline.ts'

/** Browsers may keep a page for Back, also one with `no-store`: hidden, and read again from here. */
export const hideOnLeave = inline(
  `addEventListener('pagehide',()=>document.documentElement.hidden=true);addEventListener('pageshow',event=>event.persisted&&location.reload())`,
)
