import { mainDirection } from '#api/core/rich-text/contract/directions.ts'
import { type IsForm, shown } from '../lib/trusted-html.ts'

/** Rich text, sanitized by the server when it was stored and checked again here. */
export const RichText = ({
  html,
  className = '',
  isForm,
}: {
  html: string
  className?: string
  isForm?: IsForm
}) => (
  <div
    dir={mainDirection(html)}
    className={`rich-text ${className}`}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: limited to the server's allow-list
    dangerouslySetInnerHTML={{ __html: shown(html, isForm) }}
  />
)
