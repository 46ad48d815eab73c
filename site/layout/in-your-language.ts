import { inline } from '../lib/inline.ts'

/**
 * Runs at the end of the header, before anything below is painted, so that nothing moves. Pages are
 * the same for everyone, so only the browser can compare its languages with that of the page.
 */
export const inYourLanguage = inline(
  `{const me=document.currentScript,all=JSON.parse(me.dataset.pages),own=document.documentElement.lang,
tag=navigator.languages.map(one=>one.slice(0,2).toLowerCase()).find(one=>one===own||Object.hasOwn(all,one));
if(tag&&tag!==own){const {href,text}=all[tag],link=document.createElement('a'),line=document.createElement('p');
Object.assign(link,{href,hreflang:tag,lang:tag,textContent:text});
line.className='column in-your-language';line.append(link);me.after(line)}}`,
)

// Here, so that sites with one language have none of it.
export const lineStyle = inline(
  '.in-your-language{padding-block:var(--s2);font-size:var(--text-m)}' +
    '.in-your-language a{display:inline-block;line-height:1.5rem}' +
    '@media print{.in-your-language{display:none}}',
)
