import { trusted } from '../lib/trusted-html.ts'

/** Rich text as the server sanitised it on its way in, and as its form is checked here once more. */
export const RichText = ({ html, className = '' }: { html: string; className?: string }) => (
  <div
    dir="auto"
    className={`rich-text ${className}`}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing but what the server's allow-list lets through
    dangerouslySetInnerHTML={{ __html: trusted(html) }}
  />
)
