import { useQuery } from '@tanstack/react-query'
import { panelQuery } from '../../queries/panel.ts'
import { useViewer } from '../../session/viewer.ts'

/** The pages of the panel that are for the viewer, and what is open there. */
export function usePanel() {
  const viewer = useViewer()
  return useQuery({ ...panelQuery(viewer?.user_id ?? 0), enabled: Boolean(viewer) })
}
