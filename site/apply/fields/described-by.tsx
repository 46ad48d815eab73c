/** The ids of what describes a field. */
export const describedBy = (
  name: string,
  { help, required }: { help: unknown; required: unknown },
) =>
  [required && `${name}-required`, help && `${name}-help`, `${name}-error`]
    .filter(Boolean)
    .join(' ')

/** Browsers don't tell screen readers that groups, files and dates are required. */
export const Required = ({ name, text }: { name: string; text: string }) => (
  <span className="visually-hidden" id={`${name}-required`}>
    {text}
  </span>
)
