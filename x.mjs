import { chromium } from 'playwright-core'
import { readdirSync, readFileSync } from 'node:fs'
const url='http://localhost:4540'
const b = await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell'})
const shot = async (path, name, {width=1440, dark=false, full=true, auth=false, before}={}) => {
  const ctx = await b.newContext({viewport:{width,height:900}, colorScheme: dark?'dark':'light'})
  if (auth) {
    const s = await (await fetch(url+'/api/auth/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({email:'admin@example.com',password:'Correct-horse-battery-9'})})).json()
    await ctx.addInitScript(([t,u])=>{localStorage.setItem('token',t);localStorage.setItem('user',u)},[s.token,JSON.stringify(s.user)])
  }
  const p = await ctx.newPage()
  await p.goto(url+path,{waitUntil:'networkidle'})
  if (before) await before(p)
  await p.screenshot({path:`/tmp/m4/${name}.png`,fullPage:full})
  await ctx.close()
}
const end = async (p)=>{ await p.locator('.alerts').scrollIntoViewIfNeeded(); await p.evaluate(()=>window.scrollTo(0,document.body.scrollHeight)) }
await shot('/jobs?workplace=onsite','jobs-1440',{before:end,full:false})
await shot('/jobs','jobs-390',{width:390,before:end,full:false})
await shot('/jobs','jobs-dark',{dark:true,before:end,full:false})
await shot('/alerts?team=workshop','form-1440',{full:false})
await shot('/alerts?sent','sent-390',{width:390})
// subscribe
await fetch(url+'/api/alerts',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({email:'mira@example.org',search:'workplace=onsite',cadence:'weekly'})})
await new Promise(r=>setTimeout(r,2500))
const f = readdirSync('/tmp/m4/outbox').filter(n=>n.endsWith('.eml')).map(n=>readFileSync('/tmp/m4/outbox/'+n,'utf8')).find(t=>t.includes('mira@example.org')&&t.includes('alerts'))
const path = /\/alerts\/confirm\/([\w-]{43})/.exec(f.replace(/=\r?\n/g,''))[0]
await shot(path,'confirm-390',{width:390})
await shot(path,'confirm-1440',{full:false})
await fetch(url+path,{method:'POST',headers:{'content-type':'application/x-www-form-urlencoded'},body:''})
await shot(path.replace('/confirm','')+'?done=confirm','manage-1440',{full:false})
await shot(path.replace('/confirm','')+'?done=cadence','manage-390',{width:390,dark:true})
await shot('/alerts/'+'a'.repeat(43),'lost-390',{width:390})
await shot('/backoffice/privacy','privacy-1440',{auth:true})
await shot('/backoffice/privacy','privacy-dialog',{auth:true,full:false,before:async p=>{await p.getByRole('button',{name:'Delete an Address…'}).click(); await p.waitForTimeout(300)}})
await shot('/backoffice/jobs/embed','embed-1440',{auth:true})
await shot('/backoffice/jobs/embed','embed-390',{auth:true,width:390})
await b.close()
