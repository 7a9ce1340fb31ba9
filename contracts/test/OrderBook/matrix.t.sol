// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Admins} from "../../src/Admins.sol";
import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

/// @dev Every combination of state, function and role, before and after every deadline, compared with one table.
contract MatrixTest is Base {
    /// @dev The states of an order; a dispute is a different state after the seller has answered.
    enum State {
        Proposed,
        Accepted,
        Cancelled,
        Rejected,
        Delivered,
        Completed,
        Disputed,
        Countered
    }

    enum Verb {
        Accept,
        Reject,
        Cancel,
        Deliver,
        Complete,
        Claim,
        Dispute,
        Update,
        UpdateToCounter,
        Counter,
        AcceptDispute,
        Resolve,
        Settle
    }

    enum Role {
        Buyer,
        Seller,
        Stranger,
        Admin,
        Treasury
    }

    /// @dev One line of the table: in the state `from`, `verb` leads to `to`, after `opens` (0: at once) and until `closes`. Both are
    /// counted from START, when every order of this test entered its state.
    struct Line {
        State from;
        Verb verb;
        State to;
        uint256 opens;
        uint256 closes;
    }

    uint256 private constant STATES = 8;
    uint256 private constant VERBS = 13;
    uint256 private constant ROLES = 5;
    /// @dev Each function is tried at three moments: at once, after all deadlines except the 60 days, and after all deadlines.
    uint256 private constant MOMENTS = 3;
    uint256 private constant AMID = 30 days;
    uint256 private constant LATE = 400 days;
    uint256 private constant NEVER = 1000 days;
    /// @dev The seller's offer in a Countered order; the ask is ASKED.
    uint256 private constant OFFERED = 1000;

    Line[] private _table;

    function setUp() public override {
        super.setUp();
        _line(State.Proposed, Verb.Accept, State.Accepted);
        _line(State.Proposed, Verb.Reject, State.Rejected);
        _line(State.Proposed, Verb.Cancel, State.Cancelled);
        _line(State.Accepted, Verb.Reject, State.Rejected);
        _line(State.Accepted, Verb.Deliver, State.Delivered);
        _table.push(Line(State.Accepted, Verb.Cancel, State.Cancelled, (DAYS + 2) * 1 days, NEVER));
        _line(State.Delivered, Verb.Complete, State.Completed);
        _table.push(Line(State.Delivered, Verb.Claim, State.Completed, 14 days, NEVER));
        _line(State.Delivered, Verb.Dispute, State.Disputed);
        _line(State.Disputed, Verb.Update, State.Disputed);
        _line(State.Disputed, Verb.UpdateToCounter, State.Completed);
        _table.push(Line(State.Disputed, Verb.Counter, State.Countered, 0, 60 days));
        _line(State.Disputed, Verb.AcceptDispute, State.Completed);
        _table.push(Line(State.Disputed, Verb.Resolve, State.Completed, 72 hours, 60 days));
        _table.push(Line(State.Disputed, Verb.Settle, State.Completed, 60 days, NEVER));
        _line(State.Countered, Verb.Update, State.Countered);
        _line(State.Countered, Verb.UpdateToCounter, State.Completed);
        _line(State.Countered, Verb.Counter, State.Countered);
        _line(State.Countered, Verb.AcceptDispute, State.Completed);
        _table.push(Line(State.Countered, Verb.Resolve, State.Completed, 0, 60 days));
        _table.push(Line(State.Countered, Verb.Settle, State.Completed, 60 days, NEVER));
    }

    function _line(State from, Verb verb, State to) private {
        _table.push(Line(from, verb, to, 0, NEVER));
    }

    function test_onlyTheStepsInTheTableWork() public {
        uint256 allowed;
        uint256 refused;
        for (uint256 s = 0; s < STATES; ++s) {
            uint256 id = _orderInState(State(s));
            uint256 snapshot = vm.snapshotState();
            for (uint256 i = 0; i < MOMENTS * VERBS * ROLES; ++i) {
                uint256 since = [0, AMID, LATE][i % MOMENTS];
                vm.warp(START + since);
                if (_try(id, State(s), Verb(i / MOMENTS % VERBS), Role(i / MOMENTS / VERBS), since)) ++allowed;
                else ++refused;
                vm.revertToState(snapshot);
            }
        }
        // Lines allowed for one role: 14 at all three moments, two at the first two, one at AMID only, one from AMID on. For every role:
        // one from AMID on, two at LATE.
        assertEq(allowed, 14 * 3 + 2 * 2 + 1 + 2 + (2 + 1 + 1) * ROLES);
        assertEq(allowed + refused, STATES * MOMENTS * VERBS * ROLES);
    }

    /// @dev If the buyer, the seller or the admin is gone, the other accounts can still end an order from every state, by steps of the
    /// table above.
    function test_everyStateHasAnExitWithoutBuyerSellerOrAdmin() public view {
        for (uint256 s = 0; s < STATES; ++s) {
            for (uint256 gone = 0; gone < 3; ++gone) {
                Role missing = [Role.Buyer, Role.Seller, Role.Admin][gone];
                assertTrue(_hasExit(State(s), missing, 8), string.concat(vm.toString(s), " without ", vm.toString(gone)));
            }
        }
    }

    function _hasExit(State from, Role missing, uint256 steps) private view returns (bool) {
        if (_isFinal(from)) return true;
        if (steps == 0) return false;
        for (uint256 i = 0; i < _table.length; ++i) {
            Line storage line = _table[i];
            (bool isPublic, Role whose) = _owner(line.verb);
            if (line.from != from || line.to == from || (!isPublic && whose == missing)) continue;
            if (_hasExit(line.to, missing, steps - 1)) return true;
        }
        return false;
    }

    function _orderInState(State state) private returns (uint256 id) {
        bool countered = state == State.Countered;
        id = _orderIn(OrderBook.Status(countered ? uint256(State.Disputed) : uint256(state)));
        vm.prank(seller);
        if (countered) book.counterDispute(id, OFFERED);
    }

    function _try(uint256 id, State from, Verb verb, Role role, uint256 since) private returns (bool allowed) {
        State to;
        bytes memory refusal;
        (allowed, to, refusal) = _expected(id, from, verb, role, since);
        uint256 held = usdc.balanceOf(address(book));
        vm.prank(_actor(role));
        (bool ok, bytes memory answer) = address(book).call(_call(verb, id, from));
        assertEq(ok, allowed, string.concat("state ", vm.toString(uint256(from)), " verb ", vm.toString(uint256(verb))));
        if (!allowed) assertEq(answer, refusal);
        assertEq(uint256(_stateOf(id)), uint256(allowed ? to : from));
        assertEq(usdc.balanceOf(address(book)), allowed && _isFinal(to) ? held - PRICE : held);
    }

    function _expected(uint256 id, State from, Verb verb, Role role, uint256 since)
        private
        view
        returns (bool allowed, State to, bytes memory refusal)
    {
        (bool isPublic, Role whose) = _owner(verb);
        if (!isPublic && whose != role) return (false, from, _wrongCallerError(whose, id, _actor(role)));
        for (uint256 i = 0; i < _table.length; ++i) {
            Line memory line = _table[i];
            if (line.from != from || line.verb != verb) continue;
            if (line.opens != 0 && since <= line.opens) {
                return (false, from, abi.encodeWithSelector(OrderBook.TooEarly.selector, id, START + line.opens + 1));
            }
            if (since > line.closes) {
                return (false, from, abi.encodeWithSelector(OrderBook.TooLate.selector, id, START + line.closes));
            }
            return (true, line.to, "");
        }
        OrderBook.Status status = from == State.Countered ? OrderBook.Status.Disputed : OrderBook.Status(uint256(from));
        return (false, from, abi.encodeWithSelector(OrderBook.WrongStatus.selector, id, status));
    }

    /// @dev The role that may call the function `verb`; if `isPublic`, every account may.
    function _owner(Verb verb) private pure returns (bool isPublic, Role whose) {
        if (verb == Verb.Claim || verb == Verb.Settle) return (true, Role.Stranger);
        if (verb == Verb.Resolve) return (false, Role.Admin);
        bool buyers = verb == Verb.Cancel || verb == Verb.Complete || verb == Verb.Dispute || verb == Verb.Update
            || verb == Verb.UpdateToCounter;
        return (false, buyers ? Role.Buyer : Role.Seller);
    }

    function _wrongCallerError(Role whose, uint256 id, address caller) private pure returns (bytes memory) {
        if (whose == Role.Admin) return abi.encodeWithSelector(Admins.NotAdmin.selector, caller);
        return abi.encodeWithSelector(whose == Role.Buyer ? OrderBook.NotBuyer.selector : OrderBook.NotSeller.selector, id, caller);
    }

    function _stateOf(uint256 id) private view returns (State) {
        OrderBook.Status status = _status(id);
        if (status != OrderBook.Status.Disputed) return State(uint256(status));
        return book.getDispute(id).countered ? State.Countered : State.Disputed;
    }

    function _isFinal(State state) private pure returns (bool) {
        return state == State.Cancelled || state == State.Rejected || state == State.Completed;
    }

    function _actor(Role role) private view returns (address) {
        if (role == Role.Buyer) return buyer;
        if (role == Role.Seller) return seller;
        if (role == Role.Stranger) return stranger;
        return role == Role.Admin ? admin : treasury;
    }

    function _call(Verb verb, uint256 id, State from) private pure returns (bytes memory) {
        if (verb == Verb.Accept) return abi.encodeCall(OrderBook.acceptOrder, (id));
        if (verb == Verb.Reject) return abi.encodeCall(OrderBook.rejectOrder, (id));
        if (verb == Verb.Cancel) return abi.encodeCall(OrderBook.cancelOrder, (id));
        if (verb == Verb.Deliver) return abi.encodeCall(OrderBook.deliverOrder, (id));
        if (verb == Verb.Complete) return abi.encodeCall(OrderBook.completeOrder, (id));
        if (verb == Verb.Claim) return abi.encodeCall(OrderBook.claimDelivered, (id));
        if (verb == Verb.Dispute) return abi.encodeCall(OrderBook.disputeOrder, (id, ASKED));
        if (verb == Verb.Update) return abi.encodeCall(OrderBook.updateDispute, (id, ASKED - 1));
        if (verb == Verb.UpdateToCounter) return abi.encodeCall(OrderBook.updateDispute, (id, from == State.Countered ? OFFERED : 0));
        if (verb == Verb.Counter) return abi.encodeCall(OrderBook.counterDispute, (id, OFFERED + 1));
        if (verb == Verb.AcceptDispute) return abi.encodeCall(OrderBook.acceptDispute, (id, ASKED));
        if (verb == Verb.Resolve) return abi.encodeCall(OrderBook.resolveDispute, (id, PRICE / 2));
        return abi.encodeCall(OrderBook.settleStaleDispute, (id));
    }
}
