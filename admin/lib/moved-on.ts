let hasTabbed = false

addEventListener(
  'keydown',
  ({ key }) => {
    if (key === 'Tab') hasTabbed = true
  },
  true,
)

export const navigationBegins = () => {
  hasTabbed = false
}

/** Whether the person has moved the focus by Tab since the latest navigation began. */
export const hasMovedOn = () => hasTabbed && document.activeElement !== document.body
