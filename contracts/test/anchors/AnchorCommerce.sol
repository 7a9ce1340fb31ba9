// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IERC3009} from "../../src/Settlement.sol";

/// @dev Does the same work as base/commerce-payments for a payment, to compare gas. The terms are hashed, and one slot per hash holds the
/// state. A collector takes the money with the payer's ERC-3009 signature and passes it to the operator's store. Capturing or voiding pays
/// out of the store. This is our own implementation, not theirs, and not for use.
contract AnchorCommerce is ReentrancyGuardTransient {
    struct Payment {
        address operator;
        address payer;
        address receiver;
        address token;
        uint120 maxAmount;
        uint48 preApprovalExpiry;
        uint48 authorizationExpiry;
        uint48 refundExpiry;
        uint16 minFeeBps;
        uint16 maxFeeBps;
        address feeReceiver;
        uint256 salt;
    }

    struct State {
        bool collected;
        uint120 capturable;
        uint120 refundable;
    }

    address private immutable _STORE = address(new AnchorStore());
    AnchorCollector public immutable COLLECTOR = new AnchorCollector();
    mapping(bytes32 hash => State) private _states;

    event Authorized(bytes32 indexed hash, Payment payment, uint256 amount, address collector);
    event Captured(bytes32 indexed hash, uint256 amount, uint16 feeBps, address feeReceiver);
    event Voided(bytes32 indexed hash, uint256 amount);

    function hashOf(Payment memory payment) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), keccak256(abi.encode(payment))));
    }

    function storeOf(address operator) public view returns (address) {
        return Clones.predictDeterministicAddress(_STORE, bytes32(bytes20(operator)));
    }

    function authorize(Payment calldata payment, uint120 amount, bytes calldata signature) external nonReentrant {
        require(msg.sender == payment.operator && amount != 0 && amount <= payment.maxAmount);
        require(block.timestamp < payment.preApprovalExpiry && payment.preApprovalExpiry <= payment.authorizationExpiry);
        require(payment.authorizationExpiry <= payment.refundExpiry && payment.minFeeBps <= payment.maxFeeBps && payment.maxFeeBps <= 10_000);
        bytes32 hash = hashOf(payment);
        require(!_states[hash].collected);
        _states[hash] = State(true, amount, 0);
        emit Authorized(hash, payment, amount, address(COLLECTOR));
        address store = storeOf(payment.operator);
        uint256 before = IERC20(payment.token).balanceOf(store);
        COLLECTOR.collect(payment, store, amount, signature);
        require(IERC20(payment.token).balanceOf(store) == before + amount);
    }

    function capture(Payment calldata payment, uint120 amount, uint16 feeBps, address feeReceiver) external nonReentrant {
        require(msg.sender == payment.operator && block.timestamp < payment.authorizationExpiry);
        require(feeBps >= payment.minFeeBps && feeBps <= payment.maxFeeBps && feeReceiver == payment.feeReceiver);
        bytes32 hash = hashOf(payment);
        State memory state = _states[hash];
        require(state.capturable >= amount);
        _states[hash] = State(true, state.capturable - amount, state.refundable + amount);
        emit Captured(hash, amount, feeBps, feeReceiver);
        uint256 fee = uint256(amount) * feeBps / 10_000;
        if (fee != 0) _send(payment.operator, payment.token, feeReceiver, fee);
        _send(payment.operator, payment.token, payment.receiver, amount - fee);
    }

    function void(Payment calldata payment) external nonReentrant {
        require(msg.sender == payment.operator);
        bytes32 hash = hashOf(payment);
        uint120 amount = _states[hash].capturable;
        require(amount != 0);
        _states[hash].capturable = 0;
        emit Voided(hash, amount);
        _send(payment.operator, payment.token, payment.payer, amount);
    }

    /// @dev The first payment out of a store creates it.
    function _send(address operator, address token, address to, uint256 amount) private {
        address store = storeOf(operator);
        if (store.code.length == 0) Clones.cloneDeterministic(_STORE, bytes32(bytes20(operator)));
        AnchorStore(store).send(token, to, amount);
    }
}

contract AnchorStore {
    address private immutable _ESCROW = msg.sender;

    function send(address token, address to, uint256 amount) external {
        require(msg.sender == _ESCROW);
        SafeERC20.safeTransfer(IERC20(token), to, amount);
    }
}

contract AnchorCollector {
    AnchorCommerce private immutable _ESCROW = AnchorCommerce(msg.sender);

    /// @dev The hash the payer signs: the payment without its payer.
    function nonceOf(AnchorCommerce.Payment memory payment) public view returns (bytes32) {
        payment.payer = address(0);
        return _ESCROW.hashOf(payment);
    }

    function collect(AnchorCommerce.Payment calldata payment, address store, uint256 amount, bytes calldata signature) external {
        require(msg.sender == address(_ESCROW));
        bytes32 nonce = nonceOf(payment);
        IERC3009(payment.token).receiveWithAuthorization(
            payment.payer, address(this), payment.maxAmount, 0, payment.preApprovalExpiry, nonce, signature
        );
        if (payment.maxAmount > amount) SafeERC20.safeTransfer(IERC20(payment.token), payment.payer, payment.maxAmount - amount);
        SafeERC20.safeTransfer(IERC20(payment.token), store, amount);
    }
}
