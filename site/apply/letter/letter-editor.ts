/** What the letter's field loads with the first key or the first press on a tool, as one script. */
export { default as Editor } from '#admin/ui/editor/RichTextEditor.tsx'
export { visibleLength } from '#api/core/http/contract/text.ts'
export { takeOver } from './take-over.ts'
