// counted.h -- a property with a number of cases of its own.
#ifndef FELT_TESTS_COUNTED_H
#define FELT_TESTS_COUNTED_H

#include <iostream>
#include <rapidcheck.h>
#include <string>

namespace
{

// rc::check() with a number of cases of its own.
template <typename Testable> bool check(const std::string &name, int count, Testable &&testable)
{
    rc::detail::TestParams params = rc::detail::configuration().testParams;
    rc::detail::TestMetadata metadata;
    metadata.id = metadata.description = name;
    params.maxSuccess = count;
    std::cerr << "\n- " << name << std::endl;
    const auto result = rc::detail::checkTestable(testable, metadata, params);
    rc::detail::printResultMessage(result, std::cerr);
    std::cerr << std::endl;
    return result.template is<rc::detail::SuccessResult>();
}

} // namespace

#endif
