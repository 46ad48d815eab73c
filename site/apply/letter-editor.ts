/** What the letter's field loads when it gets the focus, as one script. */
export { default as Editor } from '#admin/ui/editor/RichTextEditor.tsx'
export { handOver } from './hand-over.ts'
