/** The notices that stand, from every page. */
export function NoticeBell() {
  return null
}
