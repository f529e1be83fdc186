/* answers.c */
typedef int felt_answers_is_to_come;
