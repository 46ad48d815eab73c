/** Code that is needed only to check and send the form, loaded once the form has focus. */
export { fileError } from './check-form.ts'
export { send } from './send.ts'
