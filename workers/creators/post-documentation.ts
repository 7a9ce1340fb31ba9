import { success } from '../shared/answers.schema.ts'
import type { CallsOf } from '../shared/documentation.ts'
import type { ErrorCode } from '../shared/errors.schema.ts'
import * as answers from './answers.schema.ts'
import type { commentRoutes } from './comments.ts'
import type { postFeedRoutes } from './post-feeds.ts'
import type { postReportRoutes } from './post-reports.ts'
import type { postRoutes } from './posts.ts'

const creatorName = 'The name of the creator, in upper or lower case.'
const pid = 'The id of the post.'
const reason = 'Why it is reported.'
const reportText = 'Optional, for the team; at most 1,000 characters after cleaning.'
/** Why a member cannot change a page. */
const ownPageErrors: ErrorCode[] = ['creator_not_found', 'forbidden', 'folio_removed']

/** The calls about posts. */
export const postCalls: CallsOf<typeof postRoutes, 'creators'> &
  CallsOf<typeof commentRoutes, 'creators'> &
  CallsOf<typeof postFeedRoutes, 'creators'> &
  CallsOf<typeof postReportRoutes, 'creators'> = {
  'POST /api/creators/addPost': {
    summary: 'Save a post',
    about:
      'A new post, or a change of one. Files are media ids of finished uploads of the caller. The text is sanitized as in listings. The preview ' +
      'is the one that getLinkPreview has answered for the link within the last day; its pictures are then kept with the post. Sending the same ' +
      'change again right after it was saved changes nothing, and with the header Idempotency-Key a repeated request creates no second post. A published post that is saved as a draft is no longer shown.',
    answer: answers.savedPost,
    fields: {
      name: creatorName,
      pid: 'Null for a new post.',
      version: 'The version that was edited; 0 for a new post.',
      content: 'HTML, at most 20,000 characters after cleaning. It may be empty if there is a file or a link.',
      link: 'An address with http or https; empty without one. Without a scheme, `https://` is meant.',
      media: 'Pictures, and at most one video that browsers play (MP4 or WebM).',
      draft: 'Whether only the owner sees it. A creator has at most 50 drafts.',
    },
    errors: [...ownPageErrors, 'post_not_found', 'post_changed', 'post_empty', 'media_not_yours', 'draft_limit', 'idempotency_key_reused'],
  },
  'GET /api/creators/getPosts': {
    summary: 'List the posts of a creator',
    about: 'Published ones, for everybody: pinned ones first, then the newest; ten on a page. A post that cannot be read is left out.',
    answer: answers.postPage,
    fields: { name: creatorName, offset: 'The `next` of the previous page.' },
    errors: ['creator_not_found'],
  },
  'GET /api/creators/getPost': {
    summary: 'Get a post',
    about: 'Drafts and hidden posts are only for their owner.',
    answer: answers.postAnswer,
    fields: { name: creatorName, pid },
    errors: ['post_not_found'],
  },
  'GET /api/creators/getDrafts': {
    summary: "List the drafts of the caller's page",
    about: 'The last changed first.',
    answer: answers.draftList,
    fields: { name: creatorName },
    errors: ownPageErrors,
  },
  'POST /api/creators/deletePost': {
    summary: 'Delete a post of the caller',
    about: 'With its likes, comments and reports. Its files are deleted after a day if nothing else uses them.',
    answer: success,
    fields: { pid },
    errors: ['post_not_found', 'forbidden', 'folio_removed'],
  },
  'POST /api/creators/pinPost': {
    summary: 'Pin a post of the caller, or unpin it',
    about:
      'At most three published posts are pinned. They are listed first. Doing it again changes nothing. A draft is answered with `conflict`.',
    answer: success,
    fields: { pid, pinned: 'Whether it is listed before the others.' },
    errors: ['post_not_found', 'forbidden', 'folio_removed', 'post_pin_limit', 'conflict'],
  },
  'POST /api/creators/likePost': {
    summary: 'Like a post, or no longer',
    about: 'Doing it again changes nothing. Not for members whom the owner has blocked.',
    answer: answers.postLikes,
    fields: { pid, liked: 'Whether the caller likes it.' },
    errors: ['post_not_found', 'forbidden'],
  },
  'GET /api/creators/getComments': {
    summary: 'List the comments of a post',
    about: 'For everybody, newest first, 20 on a page, without those of members whom the viewer has blocked.',
    answer: answers.commentPage,
    fields: { pid, before: 'The `next` of the previous page.' },
    errors: ['post_not_found'],
  },
  'POST /api/creators/addComment': {
    summary: 'Comment on a post',
    about:
      'The caller needs a name. Not for members whom the owner has blocked. With the header Idempotency-Key a repeated request adds no second ' +
      'comment.',
    answer: answers.commentAnswer,
    fields: { pid, text: 'Plain text, 1 to 1,000 characters after cleaning.' },
    errors: ['post_not_found', 'forbidden', 'username_required', 'idempotency_key_reused'],
  },
  'POST /api/creators/deleteComment': {
    summary: 'Delete a comment',
    about: 'For its author, and for the owner of the post.',
    answer: success,
    fields: { id: 'The id of the comment.' },
    errors: ['comment_not_found', 'forbidden'],
  },
  'GET /api/creators/getPostFeed': {
    summary: 'List the newest posts of several creators',
    about: 'Ten on a page, without those of creators whom the viewer has blocked.',
    answer: answers.postFeedPage,
    fields: { feed: '`news`: of all creators. `following`: of those whom the caller follows.', before: 'The `next` of the previous page.' },
    errors: ['unauthorized'],
  },
  'POST /api/creators/reportPost': {
    summary: 'Report a post to the team',
    about:
      'Once per member, and again once it was changed after a decision. The text as it is now is copied, until an admin closes the report.',
    answer: success,
    fields: { pid, reason, text: reportText },
    errors: ['post_not_found', 'forbidden', 'reported_already'],
  },
  'POST /api/creators/reportComment': {
    summary: 'Report a comment to the team',
    about: 'Once per member. The text is copied, until an admin closes the report.',
    answer: success,
    fields: { id: 'The id of the comment.', reason, text: reportText },
    errors: ['comment_not_found', 'forbidden', 'reported_already'],
  },
  'POST /api/creators/reportListing': {
    summary: 'Report a service, job or event to the team',
    about:
      'Once per member, and again once it was changed after a decision. Its texts as they are now are copied, until an admin closes the report.',
    answer: success,
    fields: { id: 'The id of the listing.', reason, text: reportText },
    errors: ['listing_not_found', 'forbidden', 'reported_already'],
  },
  'POST /api/creators/reportPerson': {
    summary: 'Report a member to the team',
    about:
      'Once per member, and again after a decision. The texts of the profile as they are now are copied, until an admin closes the report.',
    answer: success,
    fields: { userId: 'The id of the member.', reason, text: reportText },
    errors: ['not_found', 'forbidden', 'reported_already'],
  },
  'POST /api/creators/reportPage': {
    summary: 'Report the page of a creator to the team',
    about:
      'Once per member, and again once it was changed after a decision. Its texts as they are now are copied, until an admin closes the report.',
    answer: success,
    fields: { name: 'The name of the creator.', reason, text: reportText },
    errors: ['creator_not_found', 'forbidden', 'reported_already'],
  },
  'GET /api/creators/getPostReports': {
    summary: 'List the posts, comments, listings, members and pages with open reports',
    about: 'For admins, like getCreatorApplications. 20 on a page: the oldest report first, or the last hidden thing first.',
    answer: answers.postReportPage,
    fields: {
      list: '`open`: with open reports. `hidden`: hidden by an admin.',
      part: 'Only posts and comments (`posts`), listings, or members and pages of creators (`members`).',
      cursor: 'The `next` of the previous page of the same list and part.',
    },
    errors: ['forbidden', 'chain_unavailable'],
  },
  'POST /api/creators/decidePostReports': {
    summary: 'Hide or show a post, comment, listing or profile, or dismiss its reports',
    about:
      'For admins, like getCreatorApplications. `hide` and `dismiss` close the open reports of the thing; `restore` shows a hidden thing again. ' +
      'A listing is restored as it was before, and its owner cannot enable it until then. `dismiss` and `restore` are refused with `conflict` ' +
      'if the thing was changed after the version that the admin has seen; `hide` only if there is no open report, so that nobody ' +
      'prevents it by saving again and again: it also hides again what was hidden and is shown again by mistake. ' +
      'Of a person the profile is hidden: others see only the name and the country. A page cannot be hidden, so `hide` finds nothing; ' +
      'removeCreator removes a page. ' +
      'An admin can neither dismiss reports of themselves and what is their own nor restore it. The audit log gets an entry.',
    answer: success,
    fields: {
      id: 'The `pid` of the post, or the id of the comment, the listing, the member, or the member whose page it is.',
      action: '`hide`, `dismiss` or `restore`.',
      version: 'The `version` of getPostReports.',
    },
    errors: ['forbidden', 'chain_unavailable', 'report_not_found', 'conflict'],
  },
}
