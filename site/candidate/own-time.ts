import { inline } from '../lib/inline.ts'

/**
 * Writes beside each time what it is in the visitor's time zone, if clocks there show another time.
 * Without script the time in the company's zone stands alone.
 */
export const ownTime = inline(
  `{const own=Intl.DateTimeFormat().resolvedOptions().timeZone;
for(const span of document.querySelectorAll('[data-own]')){
const {own:words,zone,locale}=span.dataset,date=new Date(span.previousElementSibling.dateTime),
shown=timeZone=>new Intl.DateTimeFormat(locale,{weekday:'long',day:'numeric',month:'long',hour:'2-digit',minute:'2-digit',hourCycle:'h23',timeZone}).format(date);
let there;try{there=shown(zone)}catch{there=shown('UTC')}
if(own&&shown(own)!==there){span.textContent=words.replace('{time}',shown(own)).replace('{zone}',own.replaceAll('_',' '));span.hidden=false}}}`,
)
