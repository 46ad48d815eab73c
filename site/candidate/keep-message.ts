import { inline } from '../lib/inline.ts'

/**
 * Runs right behind the form of a message: what is typed outlives a reload and a failed connection in
 * the tab, until the page says that it was sent. A page that the browser kept for Back is emptied
 * then, too; the field has `autocomplete=off`, or others would fill it in anew.
 */
export const keepMessage = inline(
  `{const form=document.currentScript.previousElementSibling,field=form.querySelector('textarea'),
typed='message '+form.dataset.about,sent=typed+' sent',store=sessionStorage;
try{const kept=store.getItem(typed);
if('done' in form.dataset&&kept===store.getItem(sent))store.removeItem(typed);else field.value||=kept??'';
store.removeItem(sent);
field.oninput=()=>store.setItem(typed,field.value);
form.onsubmit=()=>{store.setItem(typed,field.value);store.setItem(sent,field.value)};
addEventListener('pageshow',event=>{if(event.persisted)field.value=store.getItem(typed)??''})}catch{}}`,
)

/** Runs after signing out: nothing that was typed stays in the tab. */
export const forgetMessages = inline(
  `try{for(const key of Object.keys(sessionStorage))if(key.startsWith('message '))sessionStorage.removeItem(key)}catch{}`,
)
