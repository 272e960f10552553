/** Whether a contact with this number can have a page. Short codes and sender names have none. */
export const isContactNumber = (number: string) => /^\+\d{5,15}$/.test(number)
