/** Names some systems have for the types we know. */
const OTHER_NAMES: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/svg': 'image/svg+xml',
  'video/avi': 'video/x-msvideo',
  'video/msvideo': 'video/x-msvideo',
}

/** What a file is to be treated as; systems that know no type for it say ''. */
export const typeOf = (file: File): string => OTHER_NAMES[file.type] ?? file.type
