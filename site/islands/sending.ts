/** What the form needs only when something is chosen or sent: fetched once it has the focus. */
export { checkForm, resumeFault } from './check-form.ts'
export { idempotencyKey } from './idempotency-key.ts'
export { resumeContentFault } from './resume-content.ts'
export { sendForm } from './send-form.ts'
