import { inline } from '../../lib/inline.ts'

/**
 * Runs right behind the share links: where the browser can, the link to the job becomes a button
 * that copies it, and one that opens the system's share sheet. A failing share sheet copies too.
 */
export const copyLink = inline(
  `{const box=document.currentScript.previousElementSibling,link=box.querySelector('[data-copy]'),
status=box.querySelector('[role=status]'),{dataset:words,href:url}=link,
button=(text,act)=>{const b=document.createElement('button');b.type='button';b.textContent=text;b.onclick=act;return b},
copy=async()=>{status.textContent='';
try{await navigator.clipboard.writeText(url);status.textContent=words.copied}catch{status.textContent=words.failed}};
if(navigator.clipboard)link.replaceWith(button(words.copy,copy));
if(navigator.share)box.prepend(button(words.share,()=>navigator.share({title:document.title,url})
.catch(e=>e.name==='AbortError'||copy())))}`,
)
