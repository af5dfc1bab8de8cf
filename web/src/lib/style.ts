/** Everything that gives the page its look before any component is drawn. */
import 'virtual:colours.css';
import './tokens.css';
import './shapes.css';
