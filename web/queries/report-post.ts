import { useMutation } from '@tanstack/react-query'
import type { POST_REPORT_REASONS } from '../../workers/creators/post-reports.schema.ts'
import { creators } from '../lib/creators-api.ts'

/** What is reported: a post by its `pid`, or a comment by its id. */
export interface ReportedThing {
  kind: 'post' | 'comment'
  id: string
}

/** Reports a post or a comment to the team. */
export const useReportPost = ({ kind, id }: ReportedThing) =>
  useMutation({
    mutationFn: async (report: { reason: (typeof POST_REPORT_REASONS)[number]; text: string }) => {
      if (kind === 'post') await creators.reportPost.$post({ json: { pid: id, ...report } })
      else await creators.reportComment.$post({ json: { id, ...report } })
    },
  })
