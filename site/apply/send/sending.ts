/** Code that is needed only to check and send the form, loaded once the form has focus. */
export { chooseFile } from './choose-file.ts'
export { showFilled } from './show-filled.ts'
export { submit } from './submit.ts'
