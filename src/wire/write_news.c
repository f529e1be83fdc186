/* write_news.c */
#include "wire/write_news.h"
