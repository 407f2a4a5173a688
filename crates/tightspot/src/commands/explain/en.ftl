# Rules of the judge, as `tightspot explain` shows them.
rules = The rules of the judge, in the order in which they are checked. What each does when it holds is explained below the list.
rule = { $rule }: rule { $place } of { $all } of the judge
refuses = nothing is said about the service, whatever the causes say; the first rule that refuses decides
forbids-names = only causes that the rule excuses may be named; if none of them holds, the verdict is inconclusive
lowers-evidence = the cause that is named has E1 at most
forbids-clean-bill = if no cause is named, the service is not called healthy; the first rule that forbids this or clears decides
clears = if no cause is named, the service is called healthy, and this is why
forbids-clearing = if a rule clears the service, it is still not called healthy

## Examples of fixes

examples = Examples of the fix
caution = Mind: { $says }.
no-examples = { $cause } has no examples: its fix is not the same code everywhere
in-words = tightspot explain { $cause }    the fix in words
