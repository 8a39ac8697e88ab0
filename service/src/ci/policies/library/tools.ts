/** `data.….utils`: small functions for values that a configuration may write in several ways. */
export const toolsPackage = `package LIBRARY.utils

import rego.v1

to_array(value) := value if is_array(value) else := [value]

to_set(value) := value if is_set(value)
to_set(value) := {item | some item in value} if is_array(value)
to_set(value) := {value} if { not is_set(value); not is_array(value) }

get_element_name(element) := element if is_string(element)
get_element_name(element) := name if {
	is_object(element)
	count(element) == 1
	some name, _ in element
}

get_element_types(elements) := {type_name(element) | some element in to_array(elements)}

is_parameterized_expression(expression) := regex.match(\`<<\\s*(pipeline|parameters)(\\.[\\w-]+)+\\s*>>\`, expression)
`;
