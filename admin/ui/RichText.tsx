/** Rich text as the server sanitised it on its way in. The only place that trusts HTML. */
export const RichText = ({ html, className = '' }: { html: string; className?: string }) => (
  <div
    className={`rich-text ${className}`}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server stores nothing but what its allow-list lets through
    dangerouslySetInnerHTML={{ __html: html }}
  />
)
