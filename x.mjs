import { chromium } from 'playwright-core'
const base='http://localhost:4550'
const r = await fetch(base+'/api/auth/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({email:'admin@example.com',password:'Correct-horse-battery-9'})})
const {token,user}=await r.json()
console.log(r.status, Object.keys(user??{}))
