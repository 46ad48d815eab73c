import { inline } from '../lib/inline.ts'

/**
 * Runs right behind a form with one file: refuses a file that has changed since it was chosen, which
 * browsers would send as it is now, or not at all. Sends the copy in memory that was compared.
 */
export const changedFile = inline(
  `{const form=document.currentScript.previousElementSibling,input=form.querySelector('[type=file]'),
error=form.querySelector('.error'),read=file=>file.arrayBuffer().then(all=>new Uint8Array(all),()=>null);
let chosen;
input.onchange=()=>{chosen=input.files[0]&&read(input.files[0]);error.textContent=''};
form.onsubmit=async event=>{const [file]=input.files;if(!file)return;
event.preventDefault();
const now=await read(file),then=await(chosen??now);
if(now&&then&&now.length===then.length&&now.every((byte,n)=>byte===then[n])){
const copy=new DataTransfer;copy.items.add(new File([now],file.name,file));
input.files=copy.files;form.submit()}
else{input.value='';input.setAttribute('aria-invalid','true');
error.textContent=form.dataset.changed.replace('{name}',()=>file.name);input.focus()}}}`,
)
