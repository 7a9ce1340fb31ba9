import { useMutation } from '@tanstack/react-query'
import type { POST_REPORT_REASONS, PostReportKind } from '../../workers/creators/post-reports.schema.ts'
import { creators } from '../lib/creators-api.ts'

/** What is reported: a post by its `pid`, a comment, a listing or a member by its id, the page of a creator by its name. */
export interface ReportedThing {
  kind: PostReportKind
  id: string
}

/** Reports a post, comment, listing, member or page to the team. */
export const useReportThing = ({ kind, id }: ReportedThing) =>
  useMutation({
    mutationFn: async (report: { reason: (typeof POST_REPORT_REASONS)[number]; text: string }) => {
      if (kind === 'post') await creators.reportPost.$post({ json: { pid: id, ...report } })
      else if (kind === 'comment') await creators.reportComment.$post({ json: { id, ...report } })
      else if (kind === 'listing') await creators.reportListing.$post({ json: { id: Number(id), ...report } })
      else if (kind === 'page') await creators.reportPage.$post({ json: { name: id, ...report } })
      else await creators.reportPerson.$post({ json: { userId: Number(id), ...report } })
    },
  })
