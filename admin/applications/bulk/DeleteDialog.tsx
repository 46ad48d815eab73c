import { type DialogProps, TaskDialog } from './TaskDialog.tsx'

export const DeleteDialog = (props: DialogProps) => (
  <TaskDialog {...props} title="Delete" start="Delete" danger task={{ action: 'delete' }} />
)
