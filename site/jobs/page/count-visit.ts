import { inline } from '../../lib/inline.ts'

/**
 * Runs below the form: counts a view of the job, and puts into the form where the visitor came
 * from. Stores nothing on the device. Reloads, Back and signed-in staff don't count, nor pages that
 * the browser prepared and never showed.
 */
export const countVisit = inline(
  `{const here=document.currentScript,{referrer}=document,input=document.createElement('input'),
tag=address=>new URL(address).searchParams.get('utm_source'),
isOwn=referrer.startsWith(location.origin+(document.documentElement.dataset.basePath||'')+'/'),
source=(tag(location.href)??(isOwn?tag(referrer):referrer&&new URL(referrer).host)??'').slice(0,100),
isStaff=()=>{try{return localStorage.getItem('token')}catch{}},
count=()=>{if(performance.getEntriesByType('navigation')[0]?.type==='navigate'&&!isStaff())
fetch((document.documentElement.dataset.apiBase||'/api')+'/visits',{method:'POST',keepalive:true,headers:{'Content-Type':'application/json'},body:JSON.stringify({job_id:+here.dataset.job,source})}).catch(()=>{})};
input.type='hidden';input.name='source';input.value=source;input.setAttribute('form','application');here.before(input);
document.prerendering?document.addEventListener('prerenderingchange',count,{once:true}):count()}`,
)
