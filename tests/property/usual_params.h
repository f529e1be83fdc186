// usual_params.h -- how many cases a program of properties tries, if nobody says otherwise.
#ifndef FELT_TESTS_USUAL_PARAMS_H
#define FELT_TESTS_USUAL_PARAMS_H

#include <cstdlib>
#include <sstream>
#include <string>

namespace
{

// Adds "name=value ..." to RC_PARAMS, but for names that are there: whoever gives a seed there gets
// the usual number of cases all the same.  Before the first property.
void use_params(const char *usual)
{
    const char *given = std::getenv("RC_PARAMS");
    std::string all = given ? given : "";
    std::istringstream words(usual);
    for (std::string word; words >> word;)
        if (all.find(word.substr(0, word.find('=') + 1)) == std::string::npos) all += " " + word;
    setenv("RC_PARAMS", all.c_str(), 1);
}

} // namespace

#endif
