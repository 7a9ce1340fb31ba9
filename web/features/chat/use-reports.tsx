import { type ReactNode, Suspense, useCallback, useState } from 'react'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'

const ReportMessagesDialog = lazyComponent(() => import('./ReportMessagesDialog.tsx'), ['chat', 'reviews'])

/** The dialog that reports messages of a room. `reportMessage` is always the same function. */
export function useReports(roomId: string, me: number) {
  const [report, setReport] = useState<{ first?: number; blocks?: boolean } | null>(null)
  return {
    /** Opens the dialog with this message chosen. */
    reportMessage: useCallback((first: number) => setReport({ first }), []),
    /** Opens the dialog that also blocks the other member. */
    reportAndBlock: () => setReport({ blocks: true }),
    /** The open dialog. `other` is the other member, `messages` are those loaded. */
    dialog: (other: number, name: string, messages: Message[]): ReactNode =>
      report && (
        <Suspense>
          <ReportMessagesDialog
            {...report}
            roomId={roomId}
            me={me}
            other={other}
            name={name}
            messages={messages}
            onClose={() => setReport(null)}
          />
        </Suspense>
      ),
  }
}
