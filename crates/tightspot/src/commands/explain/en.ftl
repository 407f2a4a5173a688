# Rules of the judge, as `tightspot explain` shows them.
rules = The rules of the judge, in the order in which they are asked. What each does where it holds is explained below the list.
rule = { $rule }: rule { $place } of { $all } of the judge
refuses = nothing is said about the service, whatever the causes say; the first rule that refuses decides
forbids-names = no cause is named but those that the rule excuses; where none of them holds, the verdict is inconclusive
forbids-clean-bill = where no cause is named, the service is not called healthy; the first rule that forbids this or clears decides
clears = where no cause is named, the service is called healthy, and this is why
forbids-clearing = where a rule clears the service, it is not called healthy all the same

## Examples of fixes

examples = Examples of the fix
caution = Mind: { $says }.
no-examples = { $cause } has no examples: its fix is not the same code everywhere
in-words = tightspot explain { $cause }    the fix in words
