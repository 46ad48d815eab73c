import type { PageCanvasProps } from '../canvas/PageCanvas.tsx'
import { MissingEditor } from '../ui/PlainText.tsx'

/** For when the code of the canvas failed to load. */
export const MissingCanvas = ({
  id,
  label,
  html,
  problem,
  describedBy,
  onChange,
}: PageCanvasProps) => (
  <MissingEditor
    id={id}
    label={label}
    value={html}
    onChange={(text) => onChange({ html: text, unfinished: null })}
    required
    invalid={Boolean(problem)}
    {...(describedBy && { describedBy })}
  />
)
