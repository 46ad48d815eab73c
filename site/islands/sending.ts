/** Code that is needed only to check and send the form, loaded once the form has focus. */
export { checkForm, resumeFault } from './check-form.ts'
export { idempotencyKey } from './idempotency-key.ts'
export { resumeContentFault } from './resume-content.ts'
export { sendForm } from './send-form.ts'
